package io.tidemark.schemas.kafka;

import io.tidemark.schemas.Team;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The client ids under which a team's processes speak to Kafka, the same in every process: what the brokers' quotas are set on. Kafka
 * knows quotas of whole client ids only, not of their beginnings.
 */
public final class TeamClientIds {
    /** Threads that a team's application may have: those that quotas are set for. */
    public static final int MAX_STREAM_THREADS = 16;

    private TeamClientIds() {}

    /** Of everything that publishes a team's events: load generators, workers, scrapers. */
    public static String producer(Team team) {
        return team.prefix() + "producer";
    }

    /** Of a team's Streams application; Streams adds the thread and the kind of client. */
    public static String streams(Team team) {
        return team.applicationId();
    }

    /** The consumers of the first threads of a team's application; not those that restore state, which are in a hurry. */
    public static List<String> streamsConsumers(Team team, int threads) {
        return ofThreads(team, threads, "consumer");
    }

    /** The producers of the first threads of a team's application. */
    public static List<String> streamsProducers(Team team, int threads) {
        return ofThreads(team, threads, "producer");
    }

    private static List<String> ofThreads(Team team, int threads, String client) {
        return IntStream.rangeClosed(1, threads)
                .mapToObj(thread -> streams(team) + "-StreamThread-" + thread + "-" + client)
                .toList();
    }
}
