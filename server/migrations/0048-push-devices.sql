-- Browsers that may be called while no page is open. One lasts no longer than the session that allowed it.
create table push_device (
  integration_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_hash bytea not null references session on delete cascade,
  -- sha-256 of the endpoint
  endpoint_hash bytea not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text,
  created_at timestamptz not null,
  pushed_at timestamptz,
  primary key (integration_id, id),
  unique (integration_id, endpoint_hash),
  foreign key (integration_id, user_id) references member on delete cascade
);
create index push_device_user on push_device (integration_id, user_id);
create index push_device_session on push_device (session_hash);
