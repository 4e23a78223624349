package io.tidemark.streams;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.host.GroupOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;

/** A team with some runs on one cluster, and hosts in processes of their own that share it. */
final class Shared implements AutoCloseable {
    private static final int RUNS = 6;

    private final LocalCluster cluster;
    private final Path folder;
    private final GroupOptions group;
    private final Team team = new Team("alpha");
    private final TeamTopics live;
    private final Admin admin;
    private final List<ChildJvm> hosts = new ArrayList<>();
    private long sentPerRun;

    Shared(LocalCluster cluster, Path folder, GroupOptions group) {
        this.cluster = cluster;
        this.folder = folder;
        this.group = group;
        this.live = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
        this.admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    Team team() {
        return team;
    }

    /** A further host; {@code name} is of its state directory. */
    ChildJvm host(String name) {
        ChildJvm host =
                HostProcess.start(cluster.bootstrapServers(), cluster.registryUrl(), folder.resolve(name), group);
        hosts.add(host);
        return host;
    }

    /** Sends so many more requests of each run, in 100 ms of event time each. */
    void send(int requests) {
        for (int i = 0; i < requests; i++, sentPerRun++) {
            for (String run : runs()) {
                double due = sentPerRun / 10.0;
                live.send(Given.tokens(sentPerRun, due, 50, 5, 3).setRun(run).build());
                live.send(Given.ok(sentPerRun, due, 50, 10).setRun(run).build());
            }
        }
        announce(false);
        live.flush();
    }

    /** All runs are over. */
    void end() {
        for (String run : runs()) {
            live.send(Keys.run(run), Given.control(Given.run().setRun(run).build()));
            live.send(
                    Keys.step(run, 0),
                    Given.control(Given.step(0)
                            .setRun(run)
                            .setEnded(Given.at(sentPerRun / 10.0 + 1))
                            .setMeasureUntil(Given.at(sentPerRun / 10.0 + 1))
                            .setRequestsByLane(Map.of(Given.LANE, sentPerRun))
                            .build()));
        }
        announce(true);
        live.flush();
    }

    private void announce(boolean closing) {
        for (String run : runs()) {
            live.send(Given.heartbeat(sentPerRun / 10.0, sentPerRun, sentPerRun)
                    .setRun(run)
                    .setClosing(closing)
                    .build());
        }
    }

    /** Requests of each run in its FINAL result, and gaps between its tokens in the last FINAL window over its step. */
    Map<String, String> counted() {
        Map<String, Long> due = new HashMap<>();
        live.read(Topic.STEPS, StepResult.class).stream()
                .filter(result -> result.getFinality() == Finality.FINAL)
                .forEach(result -> due.put(result.getRun(), result.getDue()));
        Map<String, Long> gaps = new HashMap<>();
        live.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getFinality() == Finality.FINAL && window.getWindowSeconds() == 0)
                .filter(window -> window.getMetric() == MetricName.ITL)
                .forEach(window -> gaps.put(window.getRun(), window.getCount()));
        Map<String, String> counted = new HashMap<>();
        due.forEach((run, requests) -> counted.put(run, requests + " requests, " + gaps.get(run) + " gaps"));
        return counted;
    }

    /** What {@link #counted} must say. */
    Map<String, String> sent() {
        Map<String, String> sent = new HashMap<>();
        runs().forEach(run -> sent.put(run, sentPerRun + " requests, " + 2 * sentPerRun + " gaps"));
        return sent;
    }

    long windows() {
        return live.records(Topic.WINDOWS).size();
    }

    /** How many hosts have a share of a team's work. */
    long sharing(Team of) {
        try {
            return group.protocol() == GroupOptions.Protocol.CLASSIC ? classic(of) : streams(of);
        } catch (ExecutionException e) {
            return 0; // no such group yet
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private long classic(Team of) throws ExecutionException, InterruptedException {
        var described = admin.describeConsumerGroups(List.of(of.applicationId()))
                .describedGroups()
                .get(of.applicationId())
                .get();
        return described.members().stream()
                .map(MemberDescription::assignment)
                .filter(assignment -> !assignment.topicPartitions().isEmpty())
                .count();
    }

    private long streams(Team of) throws ExecutionException, InterruptedException {
        var described = admin.describeStreamsGroups(List.of(of.applicationId()))
                .describedGroups()
                .get(of.applicationId())
                .get();
        return described.members().stream()
                .map(StreamsGroupMemberDescription::assignment)
                .filter(assignment -> !assignment.activeTasks().isEmpty())
                .count();
    }

    private static List<String> runs() {
        return IntStream.range(0, RUNS)
                .mapToObj(i -> "01JABCDEFGHJKMNPQRSTVWXYZ" + i)
                .toList();
    }

    @Override
    public void close() {
        hosts.forEach(ChildJvm::close);
        admin.close();
        live.close();
    }
}
