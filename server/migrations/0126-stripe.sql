-- Printed on invoices.
create table billing_details (
  integration_id uuid primary key references integration on delete cascade,
  company text not null,
  line1 text not null,
  line2 text not null,
  city text not null,
  postal_code text not null,
  country text not null,
  vat_id text not null,
  updated_at timestamptz not null
);
-- Webhooks that were received, so that each one counts once.
create table stripe_event (
  id text primary key,
  received_at timestamptz not null
);
create index stripe_event_received on stripe_event (received_at);
-- Emails about a limit that were sent: one per month and threshold.
create table plan_alert (
  integration_id uuid not null references integration on delete cascade,
  month date not null,
  percent integer not null,
  primary key (integration_id, month, percent)
);
-- when the month's extra conversations were added to an invoice
alter table plan_usage add column billed_at timestamptz;
