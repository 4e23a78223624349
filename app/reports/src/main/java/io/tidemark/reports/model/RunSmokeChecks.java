package io.tidemark.reports.model;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.TokenSource;
import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The checks of a smoke test that look at all steps of a run together. */
final class RunSmokeChecks {
    private static final double MIN_OK = 0.95;
    private static final String TOKEN_BY_TOKEN = "answers arrive token by token";
    private static final String NOT_HELD_BACK = "not held back";

    private RunSmokeChecks() {}

    static List<SmokeCheck> of(RunReport run) {
        List<SmokeCheck> checks = new ArrayList<>();
        boolean imported = run.run().imported().isPresent();
        boolean counted = sum(run, step -> step.result().counts().due()) > 0;
        if (!imported) {
            checks.add(complete(run));
        }
        if (!imported || counted) {
            checks.add(success(run));
        }
        firstTokens(run).ifPresent(checks::add);
        if (!imported) {
            checks.add(tokenByToken(run));
        }
        counted(run).ifPresent(checks::add);
        if (!imported) {
            checks.add(client(run));
        }
        return checks;
    }

    private static SmokeCheck complete(RunReport run) {
        long due = sum(run, step -> step.result().counts().due());
        long sent = sum(run, step -> step.result().counts().sent());
        return new SmokeCheck(
                "every request was sent",
                run.run().phase(),
                ValueText.count(sent) + " of " + ValueText.count(due),
                "all",
                due > 0 && sent == due ? Tone.GOOD : Tone.BAD);
    }

    private static SmokeCheck success(RunReport run) {
        long due = sum(run, step -> step.result().counts().due());
        long ok = sum(run, step -> step.result().counts().ok());
        Tone nearly = ok >= MIN_OK * due ? Tone.DOUBT : Tone.BAD;
        return new SmokeCheck(
                "requests succeed",
                run.run().phase(),
                ValueText.count(ok) + " of " + ValueText.count(due) + " ok",
                "100 %, at least 95 %",
                ok == due && due > 0 ? Tone.GOOD : nearly);
    }

    /** Every answer has its first token where answers are streamed; not known where requests are stored no longer, or never were. */
    private static Optional<SmokeCheck> firstTokens(RunReport run) {
        long ok = sum(run, step -> step.result().counts().ok());
        long positive = sum(run, step -> positive(step.values(Metric.TTFT)));
        boolean figuresOnly = run.steps().stream().anyMatch(StepReport::figuresOnly);
        if (!run.streamed() || ok == 0 || figuresOnly) {
            return Optional.empty();
        }
        return Optional.of(new SmokeCheck(
                "each answer has a TTFT above 0",
                run.run().phase(),
                ValueText.count(positive) + " of " + ValueText.count(ok),
                "all",
                positive == ok ? Tone.GOOD : Tone.BAD));
    }

    /** What no answer shows is not known: neither is it good. */
    private static SmokeCheck tokenByToken(RunReport run) {
        boolean answered = sum(run, step -> step.result().counts().ok()) > 0;
        if (!answered || !run.streamed()) {
            return new SmokeCheck(
                    TOKEN_BY_TOKEN,
                    run.run().phase(),
                    answered
                            ? "not known: no answer was streamed, so TTFT and TPOT are not known either"
                            : "not known: no request succeeded",
                    NOT_HELD_BACK,
                    Tone.DOUBT);
        }
        Optional<String> heldBack = run.steps().stream()
                .flatMap(step -> step.result().flags().stream())
                .filter(FigureDoubt.HELD_BACK::outweighs)
                .findFirst();
        return new SmokeCheck(
                TOKEN_BY_TOKEN,
                run.run().phase(),
                heldBack.orElse(NOT_HELD_BACK),
                NOT_HELD_BACK,
                heldBack.isEmpty() ? Tone.GOOD : Tone.BAD);
    }

    private static long positive(RankedValues values) {
        long zeros = 0;
        while (zeros < values.count() && values.nanosAt(zeros + 1) <= 0) {
            zeros++;
        }
        return values.count() - zeros;
    }

    private static Optional<SmokeCheck> counted(RunReport run) {
        long all = sum(
                run,
                step -> step.detail().facts().tokenSources().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        long estimated =
                sum(run, step -> step.detail().facts().tokenSources().getOrDefault(TokenSource.CHUNK_ESTIMATE, 0L));
        return all == 0
                ? Optional.empty()
                : Optional.of(new SmokeCheck(
                        "output tokens are counted",
                        run.run().phase(),
                        ValueText.count(all - estimated) + " of " + ValueText.count(all),
                        "all, none estimated from chunks",
                        estimated == 0 ? Tone.GOOD : Tone.DOUBT));
    }

    private static SmokeCheck client(RunReport run) {
        return new SmokeCheck(
                "the client kept up",
                run.run().phase(),
                run.valid()
                        ? "valid"
                        : "INVALID: " + String.join("; ", run.run().invalidReasons()),
                "valid",
                run.valid() ? Tone.GOOD : Tone.BAD);
    }

    private static long sum(RunReport run, ToLongFunction<StepReport> count) {
        return run.steps().stream().mapToLong(count).sum();
    }
}
