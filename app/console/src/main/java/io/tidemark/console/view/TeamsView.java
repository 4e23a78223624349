package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import java.util.List;

/** Teams that the caller may read. */
public record TeamsView(List<Entry> teams) {
    public TeamsView {
        teams = List.copyOf(teams);
    }

    /** @param live whether its topics are read */
    public record Entry(Team team, boolean live) {}
}
