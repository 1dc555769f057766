-- The scenario that set the values, with its name at that time.
alter table contact_change
  add column scenario_id uuid,
  add column scenario_name text;
