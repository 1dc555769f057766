-- Whether the first row has column names is detected, and members can correct it.
alter table contact_import
  add column has_header boolean not null default true,
  -- before the first row with values
  add column blank_rows integer not null default 0;
-- Files without column names were stored with empty ones.
update contact_import set has_header = false
where not exists (select from jsonb_array_elements_text(header) as title where title <> '');
