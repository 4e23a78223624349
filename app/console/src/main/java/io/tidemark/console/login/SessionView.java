package io.tidemark.console.login;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.oidc.OidcLogin;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Who the caller is, and how one that is not known can log in. */
record SessionView(
        Login login,
        Logins logins,
        Optional<String> caller,
        List<String> teams,
        boolean allTeams,
        MayChange mayChange,
        Optional<Instant> expires,
        Instant now) {
    /**
     * By what a browser can log in.
     *
     * @param token whether a token is taken
     * @param provider address of the OpenID provider that {@code /login/start} leads to
     */
    record Logins(boolean token, Optional<String> provider) {}

    /**
     * What the caller may change.
     *
     * @param allTeams mutes, baselines and annotations of every team
     * @param teams the same, of teams by name
     * @param objectives teams of whose runs that last the objectives may be changed
     * @param stops teams whose runs may be stopped
     */
    record MayChange(boolean allTeams, List<String> teams, List<String> objectives, List<String> stops) {
        private static final MayChange NOTHING = new MayChange(false, List.of(), List.of(), List.of());

        private static MayChange of(Caller who, LoginRoutes.Offered offered) {
            return new MayChange(
                    who.mayForAllTeams(Scope.ADMIN),
                    names(who.teams(Scope.ADMIN).stream()),
                    changeable(who, offered.objectives()),
                    changeable(who, offered.stops()));
        }

        private static List<String> changeable(Caller who, Set<Team> offered) {
            return names(offered.stream().filter(team -> who.may(Scope.ADMIN, team)));
        }
    }

    /** Whether the caller has to log in. */
    enum Login {
        /** This server has no login. */
        @JsonProperty("none")
        NONE,
        @JsonProperty("needed")
        NEEDED,
        @JsonProperty("done")
        DONE
    }

    /**
     * As of now.
     *
     * @param caller empty without a valid token; one that may not read has to log in again
     */
    static SessionView of(LoginRoutes routes, Optional<Caller> caller, Optional<Instant> expires) {
        LoginRoutes.Logins logins = routes.logins();
        boolean open = logins.tokens().isEmpty();
        Optional<Caller> reader = open ? Optional.of(Caller.LOCAL) : caller.filter(who -> who.may(Scope.READ));
        Login login = open ? Login.NONE : reader.isPresent() ? Login.DONE : Login.NEEDED;
        return new SessionView(
                login,
                new Logins(!open, logins.provider().map(OidcLogin::provider)),
                reader.filter(who -> login == Login.DONE).map(Caller::name),
                reader.map(who -> names(who.teams(Scope.READ).stream())).orElse(List.of()),
                reader.map(who -> who.mayForAllTeams(Scope.READ)).orElse(false),
                reader.flatMap(who -> routes.offered().map(offered -> MayChange.of(who, offered)))
                        .orElse(MayChange.NOTHING),
                login == Login.DONE ? expires : Optional.empty(),
                routes.clock().instant());
    }

    private static List<String> names(Stream<Team> teams) {
        return teams.map(Team::name).sorted().toList();
    }
}
