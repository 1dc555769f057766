-- Filters of contacts. A city is searched as well, and what the team's own fields hold has a folded text of its
-- own, so that a filter by words looks closer only at rows in which they stand somewhere.
drop index contact_words;
alter table contact drop column search_text;
alter table contact
  add column search_text text not null generated always as (
    folded(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
      coalesce(company, '') || ' ' || coalesce(external_id, '') || ' ' || coalesce(city, ''))) stored,
  add column fields_text text not null generated always as (folded(fields::text)) stored,
  -- pages within half an hour of one another are one visit
  add column visits integer not null default 0;
create index contact_words on contact using gin (words_of(integration_id, search_text));

update contact set visits = counted.visits
from (
  select integration_id, contact_id, count(*) filter (where is_first) as visits
  from (
    select integration_id, contact_id,
      at - lag(at) over (partition by integration_id, contact_id order by id) < interval '30 minutes' is not true as is_first
    from page_visit) as step
  group by integration_id, contact_id) as counted
where contact.integration_id = counted.integration_id and contact.id = counted.contact_id;

-- What is kept under a name is a list of conversations or of contacts.
alter table saved_view add column list text not null default 'conversations'
  check (list in ('conversations', 'contacts'));
drop index saved_view_order;
create index saved_view_order on saved_view (integration_id, list, owner_id, place);

-- Which columns a member's list of contacts has, in their order.
create table contact_columns (
  integration_id uuid not null,
  user_id uuid not null,
  -- null: the usual ones
  columns jsonb,
  version integer not null default 1,
  primary key (integration_id, user_id),
  foreign key (integration_id, user_id) references member (integration_id, user_id) on delete cascade
);
