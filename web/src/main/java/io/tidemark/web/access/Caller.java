package io.tidemark.web.access;

import io.tidemark.schemas.Team;
import java.util.Optional;
import java.util.Set;

/**
 * Who asks.
 *
 * @param name for logs: the id of a token, never the token
 * @param team whose things the caller may see and change; empty for all teams
 */
public record Caller(String name, Optional<Team> team, Set<Scope> scopes) {
    /** Whoever reaches a server on loopback that has no login. */
    public static final Caller LOCAL = new Caller("local", Optional.empty(), Set.of(Scope.values()));

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    public boolean may(Scope scope) {
        return scopes.contains(scope) || scopes.contains(Scope.ADMIN);
    }

    /** Whether the caller belongs to this team, or to all. */
    public boolean belongsTo(Team other) {
        return team.isEmpty() || team.get().equals(other);
    }
}
