-- The plan of a workspace. Without a row it is Free, or Self-hosted on a server without billing.
create table subscription (
  integration_id uuid primary key references integration on delete cascade,
  plan text not null,
  -- as of `updated_at`; trials, grace and cancelled periods end by the clock
  state text not null check (state in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
  period text not null check (period in ('month', 'year')),
  extra_seats integer not null default 0 check (extra_seats >= 0),
  -- end of the trial or of the paid period
  ends_at timestamptz not null,
  past_due_since timestamptz,
  -- the smaller plan that follows at `ends_at`
  next_plan text,
  -- whether the assistant rests at the limit of its conversations
  is_capped boolean not null default true,
  stripe_customer_id text unique,
  stripe_subscription_id text unique,
  updated_at timestamptz not null
);
-- Conversations that count as assistant conversations, each once. A deleted one stays in its month's number.
create table assistant_conversation (
  integration_id uuid not null,
  conversation_id uuid not null,
  primary key (integration_id, conversation_id),
  foreign key (integration_id, conversation_id) references conversation (integration_id, id) on delete cascade
);
create table plan_usage (
  integration_id uuid not null references integration on delete cascade,
  -- first day of the month, UTC
  month date not null,
  assistant_conversations integer not null default 0,
  -- of those, the ones above the plan's limit
  extra_conversations integer not null default 0,
  primary key (integration_id, month)
);

-- what was counted from messages before
insert into assistant_conversation (integration_id, conversation_id)
  select distinct message.integration_id, message.conversation_id
  from message join conversation
    on conversation.integration_id = message.integration_id and conversation.id = message.conversation_id
  where message.kind = 'answer' and message.citations <> '[]' and not conversation.is_test;
insert into plan_usage (integration_id, month, assistant_conversations)
  select integration_id, date_trunc('month', now() at time zone 'UTC')::date, count(*)
  from (
    select integration_id, conversation_id, min(sent_at) as first_at
    from message where kind = 'answer' and citations <> '[]'
    group by integration_id, conversation_id
  ) as first
  join assistant_conversation using (integration_id, conversation_id)
  where first_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
  group by integration_id;
