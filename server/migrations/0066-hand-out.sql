-- How a team gives its conversations to its members: by hand, to each in turn, or to whoever has the fewest.
alter table team add column hand_out text not null default 'by_hand'
  check (hand_out in ('by_hand', 'in_turn', 'least_busy'));
-- When a member was last given one in this team; null: never yet, and so first in line.
alter table team_member add column handed_at timestamptz;
