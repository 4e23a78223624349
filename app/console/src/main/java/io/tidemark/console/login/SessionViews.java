package io.tidemark.console.login;

import io.tidemark.console.view.SessionView;
import io.tidemark.console.view.SessionView.Login;
import io.tidemark.console.view.SessionView.MayChange;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.oidc.OidcLogin;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Says who a caller is, and how one that is not known can log in. */
record SessionViews(LoginRoutes.Logins logins, Optional<LoginRoutes.Offered> offered, InstantSource clock) {
    SessionView of(Optional<Caller> caller, Optional<Instant> expires) {
        if (logins.tokens().isEmpty()) {
            return view(Login.NONE, Optional.of(Caller.LOCAL), Optional.empty());
        }
        Optional<Caller> reader = caller.filter(who -> who.may(Scope.READ));
        return reader.isPresent() ? view(Login.DONE, reader, expires) : view(Login.NEEDED, reader, Optional.empty());
    }

    private SessionView view(Login login, Optional<Caller> caller, Optional<Instant> expires) {
        return new SessionView(
                login,
                new SessionView.Logins(
                        logins.tokens().isPresent(), logins.provider().map(OidcLogin::provider)),
                caller.filter(who -> login == Login.DONE).map(Caller::name),
                caller.map(who -> names(who.teams(Scope.READ).stream())).orElse(List.of()),
                caller.map(who -> who.mayForAllTeams(Scope.READ)).orElse(false),
                caller.map(this::mayChange).orElse(MayChange.NOTHING),
                expires,
                clock.instant());
    }

    private MayChange mayChange(Caller who) {
        return offered.map(what -> new MayChange(
                        who.mayForAllTeams(Scope.ADMIN),
                        names(who.teams(Scope.ADMIN).stream()),
                        changeable(who, what.objectives()),
                        changeable(who, what.stops())))
                .orElse(MayChange.NOTHING);
    }

    private static List<String> changeable(Caller who, Set<Team> offered) {
        return names(offered.stream().filter(team -> who.may(Scope.ADMIN, team)));
    }

    private static List<String> names(Stream<Team> teams) {
        return teams.map(Team::name).sorted().toList();
    }
}
