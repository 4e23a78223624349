package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack behind a port mapping, as in a container: it listens on other ports than those that clients connect to. */
@Tag("long")
final class AdvertisedStackTest {
    private static final int PER_SECOND = 20;
    private static final int STEP_SECONDS = 1;
    private static final long OF_A_STEP = (long) PER_SECOND * STEP_SECONDS;
    private static final Team TEAM = new Team("default");
    private static final Pattern HEALTH = Pattern.compile("(http://\\S+)/health/? ");

    @TempDir
    private Path folder;

    @Test
    void aRunOverIpv6AndThroughAPortMappingIsWholeInTheStore() throws Exception {
        assumeThat(Target.canListenOn("::1"))
                .as("SKIPPED: this machine has no ::1, so nothing is known of IPv6")
                .isTrue();
        assertWholeThroughAMapping("::1", "::1");
    }

    @Test
    void aRunOverIpv4AndThroughAPortMappingIsWholeInTheStore() throws Exception {
        assertWholeThroughAMapping("127.0.0.1", "127.0.0.2");
    }

    /**
     * The run, its registry, its target and the page of health are all on that host. The addresses that are listened on are no others' business.
     *
     * @param loopback where clients connect
     * @param listens where the stack listens; another address of loopback where there is one
     */
    private void assertWholeThroughAMapping(String loopback, String listens) throws Exception {
        Path home = folder.resolve("up");
        try (PortMapping kafka = new PortMapping(loopback);
                PortMapping registry = new PortMapping(loopback);
                Target target = new Target(loopback);
                TidemarkProcess up = TidemarkProcess.start(home, up(listens, kafka, registry))) {
            up.awaitSaid("It is up.");
            StackFile.Entry stack = Home.stack(home);
            kafka.to(new HostPort(listens, stack.portOfKafka()));
            registry.to(new HostPort(listens, stack.portOfRegistry()));

            assertNamed(up, stack, kafka, registry);
            assertToldTheMappedAddressOnly(kafka.address());
            assertHealthAnswers(up, new HostPort(loopback, 0).toString().replace(":0", ":"));
            assertStatusWorksHere(home, kafka.address());
            int before = kafka.connections();
            run(target, kafka, registry);
            assertThat(kafka.connections()).isGreaterThan(before);
            assertThat(target.asked()).isEqualTo(Target.STEPS * OF_A_STEP);
            try (ResultReader results = Home.results(home)) {
                up.await(() -> isWhole(results));
            }
            up.assertQuiet();
        }
    }

    private static String[] up(String listens, PortMapping kafka, PortMapping registry) {
        return new String[] {
            "up",
            "--host",
            listens,
            "--advertise",
            kafka.address().toString(),
            "--advertise-registry",
            "http://" + registry.address(),
            "--http",
            kafka.address().withPort(0).toString()
        };
    }

    /** On the terminal, and in the file that other programs read. */
    private static void assertNamed(
            TidemarkProcess up, StackFile.Entry stack, PortMapping kafka, PortMapping registry) {
        assertThat(up.out())
                .contains("  kafka      " + kafka.address() + "\n")
                .contains("  registry   http://" + registry.address() + "\n");
        assertThat(stack.kafka()).isEqualTo(kafka.address().toString());
        assertThat(stack.registry()).isEqualTo("http://" + registry.address());
    }

    private static void assertToldTheMappedAddressOnly(HostPort mapped) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", mapped.toString()))) {
            List<Node> told = new ArrayList<>(admin.describeCluster().nodes().get());
            admin.describeTopics(List.of(Topic.REQUESTS.in(TEAM))).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .map(TopicPartitionInfo::leader)
                    .forEach(told::add);
            assertThat(told)
                    .hasSize(1 + StackOptions.PARTITIONS)
                    .allSatisfy(node ->
                            assertThat(new HostPort(node.host(), node.port())).isEqualTo(mapped));
        }
    }

    private static void assertHealthAnswers(TidemarkProcess up, String host) throws Exception {
        Matcher page = HEALTH.matcher(up.out());
        assertThat(page.find()).as(up.out()).isTrue();
        assertThat(page.group(1)).startsWith("http://" + host);
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(page.group(1) + "/health/live"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    private static void assertStatusWorksHere(Path home, HostPort mapped) {
        try (Shell status = new Shell(home)) {
            assertThat(status.run("status")).as(status.out()).isEqualTo(ExitCode.OK.code());
            assertThat(status.out()).contains("clients elsewhere use kafka " + mapped);
        }
    }

    private void run(Target target, PortMapping kafka, PortMapping registry) {
        Path plan = Target.plan(folder, PER_SECOND, STEP_SECONDS, "errors < 50% over 10s");
        try (Shell run = new Shell(folder.resolve("client"))) {
            assertThat(run.run(
                            "run",
                            plan.toString(),
                            "--target",
                            target.url() + "/v1",
                            "--kafka",
                            kafka.address().toString(),
                            "--registry",
                            "http://" + registry.address()))
                    .as(run.out() + run.err())
                    .isEqualTo(ExitCode.OK.code());
        }
    }

    private static boolean isWhole(ResultReader results) {
        return results.latestRuns(1).stream().anyMatch(run -> isWhole(results, run));
    }

    private static boolean isWhole(ResultReader results, RunRow run) {
        return run.status() == RunStatus.ENDED
                && results.requestCount(run.key()) == Target.STEPS * OF_A_STEP
                && results.steps(run.key()).size() == Target.STEPS
                && results.steps(run.key()).stream()
                        .allMatch(step -> step.result()
                                .filter(result -> result.finality() == Finality.FINAL)
                                .filter(result -> result.counts().due() == OF_A_STEP)
                                .isPresent());
    }
}
