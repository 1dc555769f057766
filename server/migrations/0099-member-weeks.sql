-- When a member works, Monday first; null: they have not said. What they had put in their own words stays beside it.
alter table member add column week jsonb;
