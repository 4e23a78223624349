package io.tidemark.console.live;

import io.tidemark.console.view.FeedView;
import io.tidemark.console.view.LiveEventView;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.ViewJson;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.kafka.TeamTaps;
import io.tidemark.schemas.kafka.TopicSnapshot;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.DaemonThreads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics of some teams, and writes what changes into an {@link EventLog}. A team whose topics cannot be read is tried again until they
 * can. Thread-safe.
 */
public final class LiveTeams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveTeams.class);

    /** A page shows what was reported at most so much later. */
    private static final Duration TICK = Duration.ofMillis(100);

    /** Every so many ticks the runs that changed are reported. */
    private static final int TICKS_PER_RUN = 5;

    private static final Duration RETRY = Duration.ofSeconds(5);

    /** Threads that begin feeds: a team whose topics take long leaves some for the others. */
    private static final int STARTERS = 4;

    /** How far back breaches and results of steps are read: they are few, and a run is shown with all that it has. */
    private static final Duration RESULTS_LOOK_BACK = Duration.ofDays(1);

    private final Map<Team, TeamRuns> runs = new LinkedHashMap<>();
    private final Map<Team, RecordFeed> feeds = new ConcurrentHashMap<>();
    private final Map<Team, String> problems = new ConcurrentHashMap<>();
    private final Optional<Cluster> cluster;
    private final InstantSource clock;
    private final EventLog log;
    private final ScheduledExecutorService ticker;
    private final ScheduledExecutorService starter;
    private final AtomicBoolean tickIsDue = new AtomicBoolean();
    /** Of the ticker. */
    private int ticks;

    /** Where the topics are. */
    public record Cluster(Source source, SchemaRegistry registry) {}

    private LiveTeams(List<Team> teams, Optional<Cluster> cluster, InstantSource clock, EventLog log) {
        teams.forEach(team -> runs.put(team, new TeamRuns(team, clock, this::scheduleTick)));
        this.cluster = cluster;
        this.clock = clock;
        this.log = log;
        this.ticker = new DaemonThreads("console-events").scheduler();
        this.starter = new DaemonThreads("console-feeds").scheduler(STARTERS);
    }

    /** @param cluster empty to show the store alone */
    public static LiveTeams start(List<Team> teams, Optional<Cluster> cluster, InstantSource clock, EventLog log) {
        LiveTeams live = new LiveTeams(teams, cluster, clock, log);
        cluster.ifPresent(where -> live.runs.values().forEach(known -> live.startFeeds(known, where)));
        return live;
    }

    private void startFeeds(TeamRuns known, Cluster where) {
        var unused = starter.scheduleWithFixedDelay(
                () -> startFeed(known, where), 0, RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void startFeed(TeamRuns known, Cluster where) {
        Team team = known.team();
        if (state(team) != FeedView.State.DOWN) {
            return;
        }
        Optional.ofNullable(feeds.remove(team)).ifPresent(RecordFeed::close);
        try {
            feeds.put(team, feed(known, where, clock));
            problems.remove(team);
        } catch (RuntimeException e) { // a thread's top: the team is tried again
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(problems.put(team, problem))) {
                LOG.warn(
                        "the topics of team {} cannot be read; tried again every {} s: {}",
                        team,
                        RETRY.toSeconds(),
                        problem);
            }
        }
    }

    /**
     * Begins to read the topics of one team into its runs: committed records only, without a consumer group, by one consumer however many look.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    static RecordFeed feed(TeamRuns runs, Cluster cluster, InstantSource clock) {
        TeamTaps topics = new TeamTaps(runs.team(), cluster.registry(), runs.failures());
        Source source = cluster.source();
        TopicSnapshot.read(source, topics.tap(Topic.CONTROL, From.BEGINNING, ControlEvent.class, runs::control));
        From since = TeamTaps.since(runs.earliestStart(), clock.instant(), TeamRuns.KEPT);
        From resultsSince = TeamTaps.since(runs.earliestStart(), clock.instant(), RESULTS_LOOK_BACK);
        return RecordFeed.start(
                source,
                List.of(
                        topics.tap(Topic.CONTROL, since, ControlEvent.class, runs::control),
                        topics.tap(Topic.WINDOWS, since, WindowStats.class, runs::window),
                        topics.tap(Topic.STEPS, resultsSince, StepResult.class, runs::step),
                        topics.tap(Topic.BREACHES, resultsSince, SloBreach.class, runs::breach),
                        topics.tap(Topic.HEARTBEATS, From.NOW, Heartbeat.class, runs::heartbeat)));
    }

    /** Nothing is done while nothing comes. */
    private void scheduleTick() {
        if (!ticker.isShutdown() && !tickIsDue.getAndSet(true)) {
            try {
                var unused = ticker.schedule(this::tick, TICK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("closing", e);
            }
        }
    }

    private void tick() {
        tickIsDue.set(false);
        ticks++;
        runs.values().forEach(this::publishNews);
        if (runs.values().stream().anyMatch(TeamRuns::hasNews)) {
            scheduleTick();
        }
    }

    private void publishNews(TeamRuns known) {
        Team team = known.team();
        if (state(team) != FeedView.State.READY) {
            known.discard();
            return;
        }
        try {
            known.drain().forEach(event -> append(team, Optional.of(event.run()), event.name(), event.view()));
            if (ticks % TICKS_PER_RUN == 0) {
                known.takeChanged().forEach(run -> append(team, Optional.empty(), "run", run));
            }
        } catch (RuntimeException e) {
            // The next tick would not be scheduled, and every page would fall silent.
            LOG.error("changes of runs of team {} could not be published to viewers", team, e);
        }
    }

    private void append(Team team, Optional<String> run, String name, Object view) {
        log.append(clock.instant(), team, run, name, ViewJson.of(view));
    }

    private FeedView.State state(Team team) {
        RecordFeed feed = feeds.get(team);
        if (feed == null || !feed.isAlive()) {
            return FeedView.State.DOWN;
        }
        return feed.isCaughtUp() && feed.stuck().isEmpty() ? FeedView.State.READY : FeedView.State.CATCHING_UP;
    }

    /** How each team's topics are read, in the order in which the teams were given; nothing where no topics are to be read. */
    public List<FeedView> feeds() {
        if (cluster.isEmpty()) {
            return List.of();
        }
        return runs.keySet().stream()
                .map(team -> new FeedView(team, state(team)))
                .toList();
    }

    /** Runs of all teams. */
    public Stream<LiveRunView> runs() {
        return runs.values().stream().flatMap(known -> known.views().stream());
    }

    /** The server's time and feeds, for an event. */
    LiveEventView.Time time() {
        return new LiveEventView.Time(clock.instant(), feeds());
    }

    @Override
    public void close() {
        starter.shutdownNow();
        ticker.shutdownNow();
        feeds.values().forEach(RecordFeed::close);
    }
}
