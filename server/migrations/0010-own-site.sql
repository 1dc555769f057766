-- The installation's own integration, which stands on its public pages: at most one, and nobody's. Whoever is on
-- these pages is nobody's customer, so no account may look into it.
alter table integration add column is_own boolean not null default false;
create unique index integration_own on integration (is_own) where is_own;

create function refuse_own_member() returns trigger language plpgsql as $$
begin
  if (select is_own from integration where id = new.integration_id) then
    raise exception 'The installation''s own integration takes no members';
  end if;
  return new;
end
$$;
create trigger member_of_own before insert on member for each row execute function refuse_own_member();
