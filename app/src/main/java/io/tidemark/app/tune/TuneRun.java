package io.tidemark.app.tune;

import io.tidemark.app.process.OperationContext;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.tune.TrialFacts;
import io.tidemark.servers.ServerLauncher;
import io.tidemark.servers.ServerStartRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tune: one server start after the other until nothing is next, it is asked to stop, or it cannot go on. {@link #close} is for any thread: it
 * stops the server that starts or runs and waits until the journal says so.
 */
public final class TuneRun implements AutoCloseable {
    /** Part of a tune's identity: the version that its first server reported it has. */
    static final String SERVER_VERSION = "server version";

    private static final Logger LOG = LoggerFactory.getLogger(TuneRun.class);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(60);

    private final Parts parts;
    private final TrialRunner runner;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<String, String> identity;
    private volatile boolean stopping;
    private TuneState.Builder state;
    private int ended;
    private int infeasible;

    /**
     * What a tune is made of.
     *
     * @param journal keeps a state of the tune or of one start; returns once it is kept, and throws an OperationException if it cannot be
     * @param launcher owned by the tune, which closes it
     * @param requests the start of a server, with the target, headers and folder that it gets
     * @param after what is run on a server after it was measured
     * @param listener gets its progress
     */
    public record Parts(
            OperationContext context,
            Consumer<SpecificRecord> journal,
            ServerLauncher launcher,
            StartSource source,
            Function<PlannedStart, ServerStartRequest> requests,
            AfterStage after,
            TuneListener listener) {}

    /** @param begun how it stands before its next start; its schedule, objective and mode are those of the source */
    public TuneRun(Parts parts, TuneState begun) {
        this.parts = parts;
        this.runner = new TrialRunner(parts);
        this.state = TuneState.newBuilder(begun);
        this.identity = new TreeMap<>(begun.getIdentity());
    }

    /** Takes what a tune measured before it was stopped or killed, in its order. */
    public void resume(List<TrialState> before) {
        before.forEach(this::count);
    }

    /** To the end; then how it ended. */
    public TuneActivity run() throws InterruptedException {
        try {
            publish(TuneActivity.RUNNING, "");
            return loop();
        } catch (OperationException e) {
            // The journal shall say why nothing more comes, if it can.
            failed(String.valueOf(e.getMessage()), e);
            throw e;
        } finally {
            over.countDown();
        }
    }

    private TuneActivity loop() throws InterruptedException {
        Optional<PlannedStart> next = parts.source().next();
        while (next.isPresent()) {
            TrialRunner.Ended trial = runner.run(state.getTune(), state.getExperiment(), next.get(), () -> stopping);
            if (stopping || trial.trial().getStatus() == TrialStatus.INTERRUPTED) {
                return stopped();
            }
            int planned = parts.source().planned();
            count(trial.trial());
            if (parts.source().planned() > planned) {
                parts.listener().startsAdded(parts.source().planned() - planned);
            }
            Optional<String> problem = trial.unreleased().or(() -> otherVersion(trial.trial()));
            if (problem.isPresent()) {
                return end(TuneActivity.FAILED, problem.get());
            }
            next = parts.source().next();
            publish(TuneActivity.RUNNING, "");
        }
        StartSource.Conclusion conclusion = parts.source().conclusion();
        state.setWinner(conclusion.winner()).setEvidence(conclusion.evidence());
        return conclusion.failed()
                ? end(TuneActivity.FAILED, conclusion.description())
                : end(TuneActivity.FINISHED, conclusion.description());
    }

    private void count(TrialState trial) {
        ended++;
        if (trial.getStatus() == TrialStatus.INFEASIBLE) {
            infeasible++;
        }
        parts.source().ended(trial);
    }

    /** Servers of two versions are not compared. */
    private Optional<String> otherVersion(TrialState trial) {
        String version = trial.getFacts().get(TrialFacts.VERSION);
        if (version == null) {
            return Optional.empty();
        }
        String first = Objects.requireNonNullElse(identity.putIfAbsent(SERVER_VERSION, version), version);
        return first.equals(version)
                ? Optional.empty()
                : Optional.of("start " + trial.getNumber() + " has server version " + version
                        + ", and those before it have " + first + ": start a new tune");
    }

    private TuneActivity stopped() {
        return end(TuneActivity.STOPPED, "stopped after " + ended + " starts");
    }

    private TuneActivity end(TuneActivity how, String description) {
        publish(how, description);
        parts.listener().ended(state.build());
        return how;
    }

    private void failed(String description, OperationException because) {
        try {
            publish(TuneActivity.FAILED, description);
        } catch (OperationException e) {
            LOG.warn("the journal does not say that tune {} failed: {}", state.getTune(), e.getMessage());
            because.addSuppressed(e);
        }
    }

    private void publish(TuneActivity activity, String description) {
        Instant now = parts.context().wallClock().instant();
        Duration left = parts.source().left();
        TuneState published = state.setActivity(activity)
                .setDescription(description)
                .setPlanned(parts.source().planned())
                .setEnded(ended)
                .setInfeasible(infeasible)
                .setIdentity(identity)
                .setExpectedEnd(activity == TuneActivity.RUNNING && !left.isZero() ? now.plus(left) : null)
                .build();
        parts.journal().accept(published);
        state = TuneState.newBuilder(published);
        if (activity == TuneActivity.RUNNING && ended > 0 && !left.isZero()) {
            parts.listener().continued(published, left);
        }
    }

    @Override
    public void close() {
        stopping = true;
        parts.after().close();
        parts.launcher().close();
        try {
            if (!over.await(CLOSES_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("tune {} did not come to its end within {} s", state.getTune(), CLOSES_WITHIN.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
