-- The widget as its workspace has set it up; no row until something was changed.
create table client_settings (
  integration_id uuid primary key references integration on delete cascade,
  colour text not null,
  side text not null check (side in ('left', 'right')),
  theme text not null check (theme in ('auto', 'light', 'dark')),
  -- by locale, such as {"sk": {"greeting": "…", "intro": "…"}}; a locale left out has the panel's own words
  texts jsonb not null,
  hide_on text[] not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
