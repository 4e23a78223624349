package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.TeamClaimedException;
import io.tidemark.sinks.store.jdbc.Database.Claim;
import io.tidemark.sinks.store.jdbc.Database.ClaimRole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The teams for which a connection has a role, until both are closed. Not thread-safe. */
public final class TeamLocks implements AutoCloseable {
    private final Database store;
    private final Connection connection;
    private final ClaimRole role;
    private final Map<Team, Claim> claims = new HashMap<>();

    public TeamLocks(Database store, Connection connection, ClaimRole role) {
        this.store = store;
        this.connection = connection;
        this.role = role;
    }

    /** @return those of the teams for which the connection has the role now */
    public Set<Team> claim(Set<Team> teams) throws SQLException {
        Set<Team> held = new HashSet<>();
        for (Team team : teams) {
            if (claim(team)) {
                held.add(team);
            }
        }
        return held;
    }

    /** @throws TeamClaimedException if another connection has the role for one of the teams */
    public void require(Set<Team> teams) throws SQLException {
        for (Team team : teams) {
            if (!claim(team)) {
                throw new TeamClaimedException(team, "store " + store, role.description());
            }
        }
    }

    private boolean claim(Team team) throws SQLException {
        if (claims.containsKey(team)) {
            return true;
        }
        Optional<Claim> claim = store.claim(connection, role, team);
        claim.ifPresent(made -> claims.put(team, made));
        return claim.isPresent();
    }

    /** After the connection is closed. */
    @Override
    public void close() throws SQLException {
        for (Claim claim : claims.values()) {
            claim.end();
        }
    }
}
