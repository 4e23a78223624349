package io.tidemark.streams.topology;

import io.tidemark.schemas.Team;
import io.tidemark.streams.compare.RegressionsTopology;
import io.tidemark.streams.ingest.IngestTopology;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.processor.TopicRouting;
import io.tidemark.streams.route.RouteTopology;
import io.tidemark.streams.route.TargetsTopology;
import io.tidemark.streams.run.RunTopology;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.KStream;

/** {@code ingest, route -> targets -> run -> regressions}: the five sub-topologies of a team, without a cycle. */
public final class TeamTopology {
    private TeamTopology() {}

    /** {@code internalPartitions} is for good: a changed count of a team that has run already is refused by Streams. */
    public static Topology of(Team team, TeamServices tools, int internalPartitions) {
        TeamTopics topics = new TeamTopics(team);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, byte[]> runInbox = IngestTopology.add(
                builder, new TopicRouting.RepartitionSpec(topics, "ingest", internalPartitions), tools);
        KStream<String, byte[]> targetInbox = RouteTopology.add(
                builder, new TopicRouting.RepartitionSpec(topics, "route-servers", internalPartitions), tools);
        TargetsTopology.add(builder, targetInbox, topics, tools);
        KStream<String, byte[]> phasePairs = RunTopology.add(
                builder, runInbox, new TopicRouting.RepartitionSpec(topics, "run", internalPartitions), tools);
        RegressionsTopology.add(builder, phasePairs, topics, tools);
        return builder.build();
    }
}
