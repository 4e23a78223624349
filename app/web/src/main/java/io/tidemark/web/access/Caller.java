package io.tidemark.web.access;

import io.tidemark.schemas.Team;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who asks.
 *
 * @param name for logs: the id of a token or the subject of one, never the token
 * @param grants what the caller may do, each of one team or of all; a scope of one team is none of another
 */
public record Caller(String name, List<Grant> grants) {
    /** Any caller of a server on loopback that has no login. */
    public static final Caller LOCAL = new Caller("local", Optional.empty(), Set.of(Scope.values()));

    /**
     * What a caller may do.
     *
     * @param team with whose things; empty for all teams
     */
    public record Grant(Optional<Team> team, Set<Scope> scopes) {
        public Grant {
            scopes = Set.copyOf(scopes);
        }

        private boolean includes(Scope scope) {
            return scopes.contains(scope) || scopes.contains(Scope.ADMIN);
        }
    }

    public Caller {
        grants = List.copyOf(grants);
    }

    /** One with a single grant. */
    public Caller(String name, Optional<Team> team, Set<Scope> scopes) {
        this(name, List.of(new Grant(team, scopes)));
    }

    /** Whether the caller has the scope for any team. */
    public boolean may(Scope scope) {
        return grants.stream().anyMatch(grant -> grant.includes(scope));
    }

    /** Whether the caller has the scope for this team. */
    public boolean may(Scope scope, Team owner) {
        return grants.stream()
                .anyMatch(grant ->
                        grant.includes(scope) && grant.team().map(owner::equals).orElse(true));
    }

    /** Whether the caller has the scope for every team. */
    public boolean mayForAllTeams(Scope scope) {
        return grants.stream()
                .anyMatch(grant -> grant.includes(scope) && grant.team().isEmpty());
    }

    /** The teams that the caller has the scope for by name. */
    public Set<Team> teams(Scope scope) {
        return grants.stream()
                .filter(grant -> grant.includes(scope))
                .flatMap(grant -> grant.team().stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
