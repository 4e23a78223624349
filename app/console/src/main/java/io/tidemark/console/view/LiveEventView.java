package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.List;

/** What the server sends of itself, as server-sent events; the name of each record is the event's. */
public final class LiveEventView {
    private LiveEventView() {}

    /** The server's time, and how it reads the topics: {@code hello} at the beginning, {@code time} every few seconds. */
    public record Time(Instant now, List<FeedView> feeds) {}

    /** New windows of one metric of a run, by end. */
    public record Windows(Team team, String run, String metric, int windowSeconds, List<WindowPoint> windows) {}

    /** A breach that opened or changed. */
    public record Breach(Team team, String run, BreachView breach) {}

    /** A part of a run that a page has to ask for again. */
    public record Changed(Team team, String run, String what) {}
}
