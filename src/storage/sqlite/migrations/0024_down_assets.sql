-- What the figure of assets that are down looks at: thousands of them are counted, and the most critical found, without reading the table.

CREATE INDEX assets_for_figures ON assets (account, asset_status_id, deleted, criticality, location_id, id);
