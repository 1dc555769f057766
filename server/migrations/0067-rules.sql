create table rule (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the member
  id uuid not null,
  -- rules are looked at from the lowest place on
  place integer not null,
  name text not null,
  is_on boolean not null,
  event text not null,
  -- of `no_reply`: minutes that the customer has waited
  wait_min integer,
  match text not null,
  filter jsonb not null,
  words text[] not null,
  page text not null,
  hours text,
  actions jsonb not null,
  stops boolean not null,
  -- a wait that was over before then is none of this rule's
  armed_at timestamptz not null,
  version integer not null default 1,
  primary key (integration_id, id)
);

-- What has happened and rules wait for: written with what happened, taken away with what the rules make of it.
create table rule_cue (
  integration_id uuid not null,
  id bigint generated always as identity,
  conversation_id uuid not null,
  event text not null,
  -- what was said last when it happened
  seq integer not null,
  at timestamptz not null,
  -- rules that had acted when it happened, and without which it might not have
  rules uuid[] not null,
  -- how many of them set each other off, one after the other
  depth integer not null,
  -- of `no_reply`: the one whose time has come
  rule_id uuid,
  primary key (integration_id, id),
  foreign key (integration_id, conversation_id) references conversation (integration_id, id) on delete cascade
);
create index rule_cue_conversation on rule_cue (integration_id, conversation_id, id);

-- Which wait of a conversation a rule has dealt with, so that each counts once.
create table rule_wait (
  integration_id uuid not null,
  rule_id uuid not null,
  conversation_id uuid not null,
  waiting_since timestamptz not null,
  primary key (integration_id, rule_id, conversation_id),
  foreign key (integration_id, conversation_id) references conversation (integration_id, id) on delete cascade
);
create index rule_wait_conversation on rule_wait (integration_id, conversation_id);

-- What rules did. A rule that is deleted and made again finds its own again.
create table rule_run (
  integration_id uuid not null,
  id uuid not null default gen_random_uuid(),
  rule_id uuid not null,
  conversation_id uuid not null,
  event text not null,
  at timestamptz not null,
  outcome text not null,
  acts jsonb not null,
  primary key (integration_id, id),
  foreign key (integration_id, conversation_id) references conversation (integration_id, id) on delete cascade
);
create index rule_run_rule on rule_run (integration_id, rule_id, at desc, id desc);
create index rule_run_conversation on rule_run (integration_id, conversation_id);
create index rule_run_at on rule_run (at);
