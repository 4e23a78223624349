package io.tidemark.console.api;

import io.javalin.http.Context;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Callers;
import java.util.Optional;
import java.util.Set;

/**
 * What a caller may read.
 *
 * @param caller of a route that needs a scope
 * @param asked the one team that is asked for
 */
record Visible(Caller caller, Optional<Team> asked) {
    /** @throws io.javalin.http.ForbiddenResponse if the team that is asked for is not the caller's */
    static Visible to(Context request) {
        return new Visible(Callers.of(request).orElseThrow(), Parameters.askedTeam(request));
    }

    boolean includes(Team team) {
        return caller.may(Scope.READ, team) && asked.map(team::equals).orElse(true);
    }

    /** The teams by name; empty for all that there are. */
    Optional<Set<Team>> teams() {
        if (asked.isPresent()) {
            return Optional.of(Set.of(asked.get()));
        }
        return caller.mayForAllTeams(Scope.READ) ? Optional.empty() : Optional.of(caller.teams(Scope.READ));
    }
}
