package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who the caller is. */
public record SessionView(
        Login login,
        Logins logins,
        Optional<String> caller,
        List<String> teams,
        boolean allTeams,
        MayChange mayChange,
        Optional<Instant> expires,
        Instant now) {
    public SessionView {
        teams = List.copyOf(teams);
    }

    /**
     * By what a browser can log in.
     *
     * @param token whether a token is taken
     * @param provider address of the OpenID provider that {@code /login/start} leads to
     */
    public record Logins(boolean token, Optional<String> provider) {}

    /**
     * What the caller may change.
     *
     * @param allTeams mutes, baselines and annotations of every team
     * @param teams the same, of teams by name
     * @param objectives teams of whose runs that last the objectives may be changed
     * @param stops teams whose runs may be stopped
     */
    public record MayChange(boolean allTeams, List<String> teams, List<String> objectives, List<String> stops) {
        public static final MayChange NOTHING = new MayChange(false, List.of(), List.of(), List.of());

        public MayChange {
            teams = List.copyOf(teams);
            objectives = List.copyOf(objectives);
            stops = List.copyOf(stops);
        }
    }

    /** Whether the caller has to log in. */
    public enum Login {
        /** This server has no login. */
        @JsonProperty("none")
        NONE,
        @JsonProperty("needed")
        NEEDED,
        @JsonProperty("done")
        DONE
    }
}
