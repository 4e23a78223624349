package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Command;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a program, without a shell, with the JSON of a webhook on its standard input. Exit code 0 is delivered, 75 (EX_TEMPFAIL of sysexits.h)
 * and a time-out are worth another try, any other is a refusal. The program sees no environment variables but those that the file names.
 */
final class CommandReceiver extends ConfiguredReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(CommandReceiver.class);
    private static final int BATCH = 100;
    private static final int TEMPORARY_FAILURE = 75;
    private static final int MAX_ERROR_BYTES = 2_000;
    private static final int MAX_REASON_CHARACTERS = 500;
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Command target;
    private final WebhookPayload payload;
    private final Redaction mask;
    private final ExecutorService pipes;

    CommandReceiver(ReceiverConfig config, Command target, Context context) {
        super(config, BATCH);
        this.target = target;
        this.payload = new WebhookPayload(config.name(), context.externalUrl());
        this.mask = Secret.redaction(secrets(target));
        this.pipes = Executors.newCachedThreadPool(new DaemonThreads("receiver-" + config.name()));
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        Process process;
        try {
            process = start();
        } catch (IOException e) {
            return new SendResult.Rejected(sanitized("the program cannot be started: " + e.getMessage()));
        }
        try {
            pipes.execute(() -> feed(process, payload.json(notifications)));
            Future<String> error = pipes.submit(() -> beginning(process.getErrorStream()));
            return ended(process, error);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        pipes.shutdownNow();
    }

    /** What it was given may be a secret, so it is not repeated. */
    private static Collection<Secret> secrets(Command target) {
        return target.environment().entrySet().stream()
                .filter(one -> !Command.COMMON_VARIABLES.contains(one.getKey()))
                .map(Map.Entry::getValue)
                .map(Secret::new)
                .toList();
    }

    private Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(target.command()).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(target.environment());
        return builder.start();
    }

    private SendResult ended(Process process, Future<String> error) {
        Duration timeout = config().connection().timeout();
        try {
            if (!process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                return retry("the program did not end within " + ValueText.duration(timeout));
            }
            int exitCode = process.exitValue();
            if (exitCode == 0) {
                return new SendResult.Delivered();
            }
            String reason = "exit code " + exitCode + lastWords(error);
            return exitCode == TEMPORARY_FAILURE ? retry(reason) : new SendResult.Rejected(sanitized(reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return retry("interrupted");
        }
    }

    private SendResult retry(String reason) {
        return new SendResult.Retry(Optional.empty(), sanitized(reason));
    }

    /** A program that it left behind may hold the pipe open, so that is not waited for. */
    private static String lastWords(Future<String> error) throws InterruptedException {
        try {
            String text =
                    error.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS).strip();
            return text.isEmpty() ? "" : ": " + text;
        } catch (TimeoutException | ExecutionException e) {
            return ": its standard error cannot be read";
        }
    }

    private String sanitized(String reason) {
        return SafeText.cut(SafeText.line(mask.of(reason)), MAX_REASON_CHARACTERS);
    }

    private void feed(Process process, String json) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A program may end without reading all of it; its exit code says whether that was right.
            LOG.debug("receiver {}: the program did not read its input to the end", name(), e);
        }
    }

    /** Reads on to the end, so that the program never blocks on a full pipe. */
    private static String beginning(InputStream stream) throws IOException {
        byte[] kept = stream.readNBytes(MAX_ERROR_BYTES);
        stream.transferTo(OutputStream.nullOutputStream());
        return new String(kept, StandardCharsets.UTF_8);
    }
}
