-- Members who get the numbers of the past week or month by email.
create table report_email (
  integration_id uuid not null,
  user_id uuid not null,
  frequency text not null check (frequency in ('weekly', 'monthly')),
  -- weekly: 1 is Monday; monthly: the day of the month
  day smallint not null check (day between 1 and 28),
  -- null: the workspace's
  time_zone text,
  next_at timestamptz not null,
  -- the last day of the newest report that was sent
  sent_until date,
  primary key (integration_id, user_id),
  foreign key (integration_id, user_id) references member on delete cascade
);
create index report_email_next on report_email (next_at);
