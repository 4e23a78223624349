package io.tidemark.streams.route;

import io.tidemark.schemas.Topic;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.processor.TopicRouting;
import java.util.List;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/** {@code control, heartbeats -> [route] -> run-inbox, target-inbox | dead-letters; servers -> [route-servers] -> target-inbox | dead-letters}. */
public final class RouteTopology {
    private RouteTopology() {}

    /** Returns the target inbox, which the way of the servers owns. */
    public static KStream<String, byte[]> add(
            StreamsBuilder builder, TopicRouting.RepartitionSpec lanes, TeamServices tools) {
        TeamTopics topics = lanes.topics();
        TopicRouting.sendToNamedTopic(
                "route-deliver",
                builder.stream(
                                List.of(topics.of(Topic.CONTROL), topics.of(Topic.HEARTBEATS)),
                                TopicRouting.consumedBytes("route-source"))
                        .process(() -> new RouteProcessor(topics, tools), Named.as("route")));
        return TopicRouting.repartitionOrSend(
                TeamTopics.TARGET_INBOX,
                lanes,
                builder.stream(topics.of(Topic.SERVERS), TopicRouting.consumedBytes("route-servers-source"))
                        .process(() -> new ServerRouteProcessor(topics, tools), Named.as("route-servers")));
    }
}
