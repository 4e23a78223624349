package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who the caller is. */
public record SessionView(
        Login login,
        Optional<String> caller,
        List<String> teams,
        boolean allTeams,
        Optional<Instant> expires,
        Instant now) {
    public SessionView {
        teams = List.copyOf(teams);
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
