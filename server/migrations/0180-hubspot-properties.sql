-- Properties that are shown with contacts: their definitions, and the account that they were chosen in.
alter table hubspot_settings add properties jsonb not null default '[]';
alter table hubspot_settings add properties_hub_id text;

-- By name: the values of the chosen properties.
alter table hubspot_contact add properties jsonb not null default '{}';
-- Others were chosen since the values were read.
alter table hubspot_contact add is_outdated boolean not null default false;
create index hubspot_contact_outdated on hubspot_contact (integration_id, hub_id) where is_outdated;
