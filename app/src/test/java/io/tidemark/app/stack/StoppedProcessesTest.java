package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, and two at once. */
@Tag("integration")
final class StoppedProcessesTest {
    static final int CTRL_C = 130;
    private static final Pattern DEMO_PORTS = Pattern.compile("kafka\\s+(\\S+)\\s+registry (\\S+)");

    @TempDir
    private Path home;

    @Test
    void ctrlCOnARunPublishesItAsAbortedAndOnTheStackLeavesNothing() throws Exception {
        Path plan = Target.plan(home, 20, 30, "errors < 5% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url())) {
            run.await(() -> target.asked() >= 40);
            run.interrupt();
            assertThat(run.exitCode()).isEqualTo(CTRL_C);
            assertThat(run.err()).contains("is ABORTED");
            run.assertQuiet();
            assertStoredAsAborted(up, target.asked());
            assertInterruptLeavesNothing(
                    up, List.of(Home.stack(home).kafka(), Home.stack(home).registry()));
        }
    }

    @Test
    @Tag("long")
    void ctrlCOnTheDemoLeavesNothing() throws Exception {
        try (TidemarkProcess demo = TidemarkProcess.start(home, "demo", "--verbose")) {
            demo.awaitSaid("step 1/4");
            Matcher ports = DEMO_PORTS.matcher(demo.out());
            assertThat(ports.find()).as(demo.out()).isTrue();
            assertInterruptLeavesNothing(demo, List.of(ports.group(1), ports.group(2)));
        }
    }

    @Test
    @Tag("long")
    void stacksInTwoHomesDoNotMeetAndASecondOneInAHomeOrOnAPortIsRefused() throws Exception {
        try (TidemarkProcess left = TidemarkProcess.start(home.resolve("left"), "up", "--team", "left");
                TidemarkProcess right = TidemarkProcess.start(home.resolve("right"), "up", "--team", "right")) {
            left.awaitSaid("It is up.");
            right.awaitSaid("It is up.");
            measure("left");
            measure("right");
            assertHasItsTeamAlone("left");
            assertHasItsTeamAlone("right");
            assertPortsAreRefused(left);
            try (TidemarkProcess second = TidemarkProcess.start(home.resolve("left"), "up")) {
                assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
                assertThat(second.err()).contains("in use").contains(Long.toString(left.pid()));
                second.assertQuiet();
            }
            assertThat(left.isAlive()).isTrue();
            assertThat(Home.stack(home.resolve("left")).pid()).isEqualTo(left.pid());
            left.assertQuiet();
            right.assertQuiet();
        }
    }

    private void measure(String name) {
        Path plan = Target.plan(home, 20, 1, "errors < 50% over 10s");
        try (Shell run = new Shell(home.resolve(name))) {
            assertThat(run.run("run", plan.toString(), "--team", name, "--simulate", "demo-tuned"))
                    .as(run.out() + run.err())
                    .isEqualTo(ExitCode.OK.code());
        }
    }

    /** In its store, and on its broker. */
    private void assertHasItsTeamAlone(String name) throws Exception {
        Path own = home.resolve(name);
        try (ResultReader results = Home.results(own);
                Admin admin = Home.stack(own).connection().admin()) {
            assertThat(results.latestRuns(5))
                    .singleElement()
                    .satisfies(run -> assertThat(run.key().team().name()).isEqualTo(name));
            assertThat(admin.listTopics().names().get().stream()
                            .flatMap(topic -> Topic.locate(topic).stream())
                            .map(located -> located.team().name()))
                    .isNotEmpty()
                    .containsOnly(name);
        }
        try (Shell status = new Shell(own)) {
            assertThat(status.run("status")).as(status.out()).isZero();
            assertThat(status.out()).contains("teams [" + name + "]");
        }
    }

    private void assertPortsAreRefused(TidemarkProcess holder) {
        StackFile.Entry stack = Home.stack(home.resolve("left"));
        Map<String, Integer> taken =
                Map.of("--kafka-port", stack.portOfKafka(), "--registry-port", stack.portOfRegistry());
        taken.forEach((option, port) -> {
            try (Shell third = new Shell(home.resolve("third"))) {
                assertThat(third.run("up", option, port.toString())).isEqualTo(ExitCode.INFRASTRUCTURE.code());
                assertThat(third.err())
                        .contains(option + " " + port + ": 127.0.0.1:" + port + " is in use by process " + holder.pid())
                        .contains("end it, or give another " + option + ", 0 for a free one");
            }
        });
    }

    private void assertStoredAsAborted(TidemarkProcess up, long asked) {
        try (ResultReader results = Home.results(home)) {
            up.await(() -> results.latestRuns(1).stream().anyMatch(run -> run.status() == RunStatus.ABORTED));
            RunRow run = results.latestRuns(1).get(0);
            assertThat(run.ended()).isPresent();
            assertThat(run.notes().stopReason()).contains("stopped by Ctrl-C");
            up.await(() -> results.requestCount(run.key()) >= asked);
            // what was due at the moment of the interrupt, and was not sent any more, is stored too, and nothing that
            // was not due yet
            List<Instant> due = new ArrayList<>();
            results.scanRequests(run.key(), request -> due.add(request.due()));
            assertThat(due).allMatch(moment -> !moment.isAfter(run.ended().orElseThrow()));
        }
    }

    private static void assertInterruptLeavesNothing(TidemarkProcess process, List<String> addresses)
            throws InterruptedException {
        List<ProcessHandle> children =
                ProcessHandle.of(process.pid()).orElseThrow().descendants().toList();
        process.interrupt();
        assertThat(process.exitCode()).isEqualTo(CTRL_C);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        process.assertQuiet();
        assertThat(addresses)
                .allSatisfy(address ->
                        assertThatCode(() -> bind(port(address))).as(address).doesNotThrowAnyException());
    }

    private static int port(String address) {
        return URI.create(address.contains("://") ? address : "tcp://" + address)
                .getPort();
    }

    private static void bind(int port) throws IOException {
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }
}
