-- Settings of the assistant. A workspace without a row has the defaults.
create table assistant_settings (
  integration_id uuid primary key references integration on delete cascade,
  is_on boolean not null,
  name text not null,
  first_for_visitors text not null,
  first_for_customers text not null,
  length text not null,
  answer_from integer not null,
  may_help_from integer not null,
  unsure_max integer not null,
  team_topics jsonb not null,
  has_ai_notice boolean not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
