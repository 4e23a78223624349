package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Sink;
import org.apache.kafka.streams.TopologyDescription.Source;
import org.apache.kafka.streams.TopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

/** docs/internals/architecture.md shows the topology that Kafka Streams describes. */
final class TopologyDocTest {
    private static final Team TEAM = new Team("any");

    @Test
    void everyOutputTopicHasANamedSinkAndEveryInputTopicANamedSource() {
        assertThat(nodes(Sink.class).map(Sink::topic).map(TopologyDocTest::label))
                .containsOnly(Arrays.stream(Destination.values())
                        .map(Destination::label)
                        .toArray(String[]::new));
        assertThat(nodes(Source.class)
                        .flatMap(source -> source.topicSet().stream())
                        .map(TopologyDocTest::label))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                labels(Topic.values(), Topic::isInput, Topic::stream),
                                labels(Destination.values(), Destination::isInternal, Destination::label))
                        .toList());
        assertThat(nodes(Node.class).map(Node::name)).noneMatch(name -> name.startsWith("KSTREAM-"));
    }

    @Test
    void thePictureMirrorsTheTopology() {
        StringBuilder picture = new StringBuilder("```mermaid\nflowchart LR\n");
        labels(Destination.values(), Destination::isInternal, Destination::label)
                .forEach(internal -> picture.append("  " + internal + "[(" + internal + ")]\n"));
        edges().forEach((processor, topics) -> picture.append("  " + joined(topics.from) + " --> " + processor
                + "-processor([" + processor + "])\n  " + processor + "-processor --> " + joined(topics.to) + "\n"));
        new GeneratedBlock("docs/internals/architecture.md", "topology")
                .mustBe(picture.append("```").toString());
    }

    /** What a processor reads and writes, by the labels of topics. */
    private record Topics(Collection<String> from, Collection<String> to) {}

    /** By processor: of each sub-topology the one that its source feeds. */
    private static Map<String, Topics> edges() {
        Map<String, Topics> edges = new LinkedHashMap<>();
        for (Subtopology part : description().subtopologies()) {
            Source source = nodes(part, Source.class).findFirst().orElseThrow();
            assertThat(source.successors())
                    .as("processors that " + source.name() + " feeds")
                    .hasSize(1);
            edges.put(
                    source.successors().iterator().next().name(),
                    new Topics(
                            sorted(source.topicSet().stream()),
                            sorted(nodes(part, Sink.class).map(Sink::topic))));
        }
        return edges;
    }

    private static <T> Stream<String> labels(T[] all, Predicate<T> chosen, Function<T, String> label) {
        return Arrays.stream(all).filter(chosen).map(label);
    }

    private static Collection<String> sorted(Stream<String> topics) {
        return topics.map(TopologyDocTest::label).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String joined(Collection<String> labels) {
        return String.join(" & ", labels);
    }

    /** Internal topics are called by their repartition, or by their whole name in Kafka. */
    private static String label(String topic) {
        return Topic.locate(topic)
                .map(located -> located.topic().stream())
                .orElseGet(() -> Arrays.stream(Destination.values())
                        .filter(Destination::isInternal)
                        .filter(internal -> List.of(internal.topic(TEAM), internal.label() + "-repartition")
                                .contains(topic))
                        .map(Destination::label)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("unknown topic " + topic)));
    }

    private static <T extends Node> Stream<T> nodes(Class<T> kind) {
        return description().subtopologies().stream().flatMap(part -> nodes(part, kind));
    }

    private static <T extends Node> Stream<T> nodes(Subtopology part, Class<T> kind) {
        return part.nodes().stream().filter(kind::isInstance).map(kind::cast);
    }

    private static TopologyDescription description() {
        SchemaRegistry registry =
                new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://unused"));
        return TeamTopology.of(TEAM, TeamServices.withoutMeters(TEAM, registry), 1)
                .describe();
    }
}
