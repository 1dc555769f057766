-- How much of the inbox a member sees while they are an agent, and whoever is invited will.
alter table member add column sees text not null default 'all' check (sees in ('all', 'team', 'own'));
alter table invitation add column sees text not null default 'all' check (sees in ('all', 'team', 'own'));
-- With every change of a conversation it is asked who may not hear of it: mostly nobody.
create index member_limited on member (integration_id) where role = 'agent' and sees <> 'all';

-- Whom of a channel an event is for; null: everybody.
alter table outbox add column audience jsonb;
