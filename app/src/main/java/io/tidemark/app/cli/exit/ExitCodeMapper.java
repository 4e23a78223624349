package io.tidemark.app.cli.exit;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.search.SearchOutcome;
import io.tidemark.cluster.ClusterException;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.Verdict;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.tokens.TokenizerException;
import io.tidemark.producer.workload.WorkloadException;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.InvalidRunException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.reports.gate.GateResult;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaNotRegisteredException;
import io.tidemark.servers.ServerStartException;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.fit.FitException;
import io.tidemark.simulator.http.server.SimulatorException;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.kafka.common.KafkaException;

/** Which exit code a result or an error ends the command with. */
public final class ExitCodeMapper {
    private ExitCodeMapper() {}

    /** What is not known here is a bug of Tidemark. */
    public static ExitCode exitCode(Throwable error) {
        if (error instanceof InvalidRunException) {
            return ExitCode.RUN_INVALID;
        }
        boolean asked = error instanceof InvalidInputException
                || error instanceof InvalidYamlException
                || error instanceof ServerConfigException
                || error instanceof FitException
                || error instanceof WorkloadException
                || error instanceof TokenizerException;
        if (asked) {
            return ExitCode.USAGE;
        }
        boolean outside = error instanceof UnavailableException
                || error instanceof ClusterException
                || error instanceof RegistryUnavailableException
                || error instanceof SchemaNotRegisteredException
                || error instanceof StoreException
                || error instanceof SimulatorException
                || error instanceof TargetException
                || error instanceof ServerStartException
                || error instanceof KafkaException
                || error instanceof UncheckedIOException;
        return outside ? ExitCode.INFRASTRUCTURE : ExitCode.INTERNAL;
    }

    /** The worst thing that is true of a run decides. */
    public static ExitCode exitCode(RunResult run) {
        RunOutcome outcome = run.outcome();
        if (outcome.status() == RunStatus.INVALID || run.lostAfterEnd() > 0) {
            return ExitCode.RUN_INVALID;
        }
        List<Verdict> verdicts = run.verdicts();
        if (outcome.targetFailure().isPresent()
                || verdicts.size() < outcome.steps().size()) {
            return ExitCode.INFRASTRUCTURE;
        }
        if (verdicts.contains(Verdict.FAIL)) {
            return ExitCode.SLO_NOT_MET;
        }
        return outcome.status() == RunStatus.ABORTED
                        || verdicts.contains(Verdict.INCONCLUSIVE)
                        || verdicts.contains(Verdict.INVALID)
                ? ExitCode.INCONCLUSIVE
                : ExitCode.OK;
    }

    /** A lowest load that does not hold is an SLO that is not met; an end of the interval that is not known leaves it undecided. */
    public static ExitCode exitCode(SearchOutcome search) {
        LoadInterval interval = search.interval();
        return switch (search.ended()) {
            case INVALID -> ExitCode.RUN_INVALID;
            case UNANSWERED -> ExitCode.INFRASTRUCTURE;
            case STOPPED, NOTHING_JUDGED, WITHHELD -> ExitCode.INCONCLUSIVE;
            case BUDGET, PRUNED -> interval.isClosed() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
            case FINISHED -> interval.heldUpTo().isPresent() ? ExitCode.OK : ExitCode.SLO_NOT_MET;
        };
    }

    /** Invalid runs decide whatever the others say. */
    public static ExitCode exitCode(GateResult gate) {
        if (!gate.invalid().isEmpty()) {
            return ExitCode.RUN_INVALID;
        }
        return switch (gate.verdict().outcome()) {
            case PASS -> ExitCode.OK;
            case FAIL -> ExitCode.SLO_NOT_MET;
            case UNDECIDED -> ExitCode.INCONCLUSIVE;
        };
    }

    public static ExitCode exitCode(TuneActivity tune) {
        return switch (tune) {
            case FINISHED -> ExitCode.OK;
            case STOPPED -> ExitCode.INCONCLUSIVE;
            default -> ExitCode.INFRASTRUCTURE;
        };
    }
}
