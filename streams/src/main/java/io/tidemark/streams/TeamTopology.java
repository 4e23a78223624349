package io.tidemark.streams;

import io.tidemark.schemas.Team;
import io.tidemark.streams.flow.Outlets;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.ingest.IngestTopology;
import io.tidemark.streams.regression.RegressionsTopology;
import io.tidemark.streams.route.RouteTopology;
import io.tidemark.streams.run.RunTopology;
import io.tidemark.streams.target.TargetsTopology;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.KStream;

/** {@code ingest, route -> targets -> run -> regressions}: the five sub-topologies of a team, without a cycle. */
public final class TeamTopology {
    private TeamTopology() {}

    /** {@code internalPartitions} is for good: a changed count of a team that has run already is refused by Streams. */
    public static Topology of(Team team, TeamTools tools, int internalPartitions) {
        TeamTopics topics = new TeamTopics(team);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, byte[]> runInbox =
                IngestTopology.add(builder, new Outlets.Lanes(topics, "ingest", internalPartitions), tools);
        KStream<String, byte[]> targetInbox =
                RouteTopology.add(builder, new Outlets.Lanes(topics, "route-servers", internalPartitions), tools);
        TargetsTopology.add(builder, targetInbox, topics, tools);
        KStream<String, byte[]> phasePairs =
                RunTopology.add(builder, runInbox, new Outlets.Lanes(topics, "run", internalPartitions), tools);
        RegressionsTopology.add(builder, phasePairs, topics, tools);
        return builder.build();
    }
}
