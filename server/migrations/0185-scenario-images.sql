-- Images that scenarios show. Deleted when no draft and no version shows them anymore.
create table scenario_image (
  integration_id uuid not null references integration on delete cascade,
  -- in the public path
  id uuid not null,
  file_key text not null,
  -- in pixels
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  primary key (integration_id, id)
);
create index scenario_image_created on scenario_image (created_at);
