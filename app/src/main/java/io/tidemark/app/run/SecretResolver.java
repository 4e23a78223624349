package io.tidemark.app.run;

import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.HeaderPlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.reports.failure.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Fetches the secrets that a plan points at. Their values go into requests and nowhere else. */
final class SecretResolver {
    private final Map<String, String> environment;

    SecretResolver(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** @throws InvalidInputException if one is not there, or is not one line of text; it never holds a value */
    Credentials resolve(Plan plan) {
        Optional<ApiKey> key = plan.apiKey().map(source -> new ApiKey(value("api_key", source)));
        Map<String, String> headers = new HashMap<>();
        for (HeaderPlan header : plan.request().headers()) {
            if (header instanceof HeaderPlan.Secret secret) {
                headers.put(secret.name(), value("request.headers." + secret.name(), secret.value()));
            }
        }
        Optional<String> proxyUser = plan.connection()
                .proxy()
                .flatMap(ConnectionPlan.Proxy::user)
                .map(source -> value("connection.proxy_user", source));
        return new Credentials(key, headers, proxyUser);
    }

    private String value(String where, SecretSource source) {
        String value = read(where, source).strip();
        if (value.isEmpty()) {
            throw new InvalidInputException(where + " must be one line of text, but " + named(source) + " is empty");
        }
        if (value.lines().count() > 1) {
            throw new InvalidInputException(
                    where + " must be one line of text, but " + named(source) + " has several lines");
        }
        if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new InvalidInputException(where + " must be one line of ASCII text, but " + named(source)
                    + " has other characters (a byte order mark at its start?)");
        }
        return value;
    }

    private static String named(SecretSource source) {
        if (source instanceof SecretSource.Environment variable) {
            return "the variable " + variable.variable();
        }
        return "the file " + ((SecretSource.SecretFile) source).file();
    }

    private String read(String where, SecretSource source) {
        if (source instanceof SecretSource.Environment variable) {
            String value = environment.get(variable.variable());
            if (value == null) {
                throw new InvalidInputException(where + ".env: the environment has no variable " + variable.variable());
            }
            return value;
        }
        SecretSource.SecretFile file = (SecretSource.SecretFile) source;
        try {
            return Files.readString(file.file());
        } catch (IOException e) {
            throw new InvalidInputException(where + ".file " + file.file() + " cannot be read: " + e.getMessage());
        }
    }
}
