-- Keys for the requests of scenarios. The value is only ever decrypted to send it.
create table scenario_secret (
  integration_id uuid not null references integration on delete cascade,
  name text not null,
  -- the only server that it is sent to
  origin text not null,
  value_sealed bytea not null,
  updated_at timestamptz not null,
  updated_by_name text not null,
  primary key (integration_id, name)
);
