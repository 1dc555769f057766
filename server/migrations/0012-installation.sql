-- Hosts on whose pages the widget was loaded.
create table widget_sighting (
  integration_id uuid not null references integration on delete cascade,
  host text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (integration_id, host)
);
