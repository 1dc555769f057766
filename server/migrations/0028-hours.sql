-- When the team is there; no row until something was changed.
create table opening_hours (
  integration_id uuid primary key references integration on delete cascade,
  is_on boolean not null,
  time_zone text not null,
  -- seven lists of slots, Monday first, such as [[{"from": "09:00", "to": "17:00"}], …]
  week jsonb not null,
  -- such as [{"date": "2026-12-24", "name": "Christmas Eve", "is_yearly": true}]
  holidays jsonb not null,
  reply_promise_min integer,
  updated_at timestamptz not null,
  version integer not null default 1
);
