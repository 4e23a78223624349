package io.tidemark.console.change;

import io.javalin.http.ForbiddenResponse;
import io.tidemark.schemas.Team;
import java.util.Optional;
import java.util.Set;

/** Changes runs through the topics of a cluster. */
public interface TeamControl {
    /** Teams whose runs this process may change. */
    Set<Team> teams();

    /** Those teams; none without a cluster. */
    static Set<Team> teams(Optional<? extends TeamControl> control) {
        return control.<Set<Team>>map(TeamControl::teams).orElse(Set.of());
    }

    /**
     * The control, if it may change runs of a team.
     *
     * @param topics that it writes, in words
     */
    static <C extends TeamControl> C of(Optional<C> control, Team team, String topics) {
        return control.filter(known -> known.teams().contains(team))
                .orElseThrow(() -> new ForbiddenResponse("this console may not write the topics " + topics + " of team "
                        + team + ", or it has no cluster"));
    }
}
