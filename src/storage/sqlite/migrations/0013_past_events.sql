-- What a subscription would have heard of, and what became of one change: events of a type by time, without reading the changes themselves,
-- and the deliveries of a change.

CREATE INDEX changes_by_type ON changes (account, type, committed_on, events, filter_value);
CREATE INDEX deliveries_by_change ON deliveries (change_seq, subscription);
