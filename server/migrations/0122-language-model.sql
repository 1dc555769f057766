-- The language model of a workspace. Without a row the server's endpoint is used, if it has one.
create table language_model (
  integration_id uuid primary key references integration on delete cascade,
  is_on boolean not null,
  -- empty: the server's
  base_url text not null,
  chat_model text not null,
  key_sealed bytea,
  requests_max integer not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create table language_model_usage (
  integration_id uuid not null references integration on delete cascade,
  -- first day of the month, UTC
  month date not null,
  requests integer not null,
  primary key (integration_id, month)
);
