package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.schemas.Team;

/** Whether the topics of a team are read. */
public record FeedView(Team team, State state) {
    /** How the topics are read. */
    public enum State {
        /** Read up to the newest record. */
        @JsonProperty("ready")
        READY,
        /** Not read up to the newest record: it begins, or works on some records for long. */
        @JsonProperty("catching-up")
        CATCHING_UP,
        /** Not read. */
        @JsonProperty("down")
        DOWN
    }
}
