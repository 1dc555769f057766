-- The scenarios that set the values of custom fields, by the id of the field, with their names at that time.
alter table conversation add column field_sources jsonb not null default '{}';
