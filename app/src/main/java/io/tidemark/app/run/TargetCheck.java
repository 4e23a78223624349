package io.tidemark.app.run;

import io.tidemark.app.CommandException;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.SecretSource;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.scrape.TargetProbe;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Asks a target what it is before anything else is started: nothing is published and no load is sent yet. */
public final class TargetCheck {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Map<String, String> environment;

    /** @param environment where API keys may be */
    public TargetCheck(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** @throws CommandException if it does not answer or does not serve the model */
    public TargetProbe.Probed probe(RunRequest request) throws InterruptedException {
        try {
            return new TargetProbe(http(), apiKey(request.plan())).probe(request.target());
        } catch (TargetException e) {
            throw CommandException.infrastructure(String.valueOf(e.getMessage()), e);
        }
    }

    /** The key that the plan points at. @throws CommandException if it is not there */
    Optional<ApiKey> apiKey(Plan plan) {
        return plan.apiKey().map(this::read);
    }

    static HttpClient http() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    private ApiKey read(SecretSource source) {
        if (source instanceof SecretSource.Environment variable) {
            String value = environment.get(variable.variable());
            if (value == null) {
                throw CommandException.usage("api_key.env: the environment has no variable " + variable.variable());
            }
            return new ApiKey(value);
        }
        SecretSource.SecretFile file = (SecretSource.SecretFile) source;
        try {
            return new ApiKey(Files.readString(file.file()).strip());
        } catch (IOException e) {
            throw CommandException.usage("api_key.file " + file.file() + " cannot be read: " + e.getMessage());
        }
    }
}
