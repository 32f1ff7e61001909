-- The trace a change belongs to, where its request named one: the deliveries of the change name it too.

ALTER TABLE changes ADD COLUMN traceparent text COLLATE "C";
