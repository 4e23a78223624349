package io.tidemark.producer.plan.read.client;

import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.TargetGroup;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the {@code targets} of a plan: the servers that it loads. */
public final class TargetsReader {
    /** Without a secret in its query: a plan is published. */
    public static final ValueType<URI> URL = withoutSecret(ValueTypes.HTTP_URL);

    private static final int MAX_WEIGHT = 1_000;
    private static final String PATH_RULE = "must be a path such as /v3/chat/completions, perhaps with a query";
    private static final ValueType<Integer> WEIGHT = text -> {
        int weight = ValueTypes.COUNT.parse(text);
        if (weight > MAX_WEIGHT) {
            throw new InvalidValueException("must be a whole number in 1 to " + MAX_WEIGHT);
        }
        return weight;
    };
    private static final ValueType<String> PATH = withoutSecret(text -> {
        try {
            if (text.startsWith("/") && URI.create("http://host" + text).getRawFragment() == null) {
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(PATH_RULE);
        }
        throw new InvalidValueException(PATH_RULE);
    });
    private static final URI NO_URL = URI.create("http://127.0.0.1");

    private final YamlSection root;

    public TargetsReader(YamlSection root) {
        this.root = root;
    }

    /** @param balance the plan's, or one of its phases' that needs weights */
    public List<TargetPlan> read(Balance balance) {
        List<TargetPlan> targets = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlSection target : root.sections("targets")) {
            URI url = target.required("url", URL, NO_URL);
            String name = target.optional("name", ValueTypes.NAME).orElse(TargetPlan.nameOf(url));
            List<URI> scrape = target.has("scrape") ? target.list("scrape", URL) : List.of(TargetPlan.metricsOf(url));
            targets.add(new TargetPlan(
                    name,
                    url,
                    target.optional("model", ValueTypes.TEXT).orElse(""),
                    scrape,
                    target.optional("weight", WEIGHT).orElse(1),
                    new TargetPlan.Paths(target.optional("endpoint", PATH), target.optional("models", PATH))));
            if (url.getRawQuery() != null || url.getRawFragment() != null) {
                target.refuse(
                        "url", "must have no query and no fragment; the path of requests with its query is endpoint");
            }
            if (target.has("weight") && balance == Balance.ROUND_ROBIN) {
                target.refuse("weight", "needs balance: weights or balance: conversation");
            }
            if (name.equals(TargetGroup.ALL)) {
                target.refuse(
                        "name", "must not be \"" + TargetGroup.ALL + "\", which names all targets of a run together");
            }
            if (!names.add(name)) {
                target.refuse("name", "must be unique but " + name + " is given twice");
            }
            target.refuseUnknownKeys();
        }
        return targets;
    }

    private static <T> ValueType<T> withoutSecret(ValueType<T> type) {
        return text -> {
            SecretNames.inQuery(text).ifPresent(name -> {
                throw InvalidValueException.unquotable("must not have a secret such as " + name
                        + " in its query, because the plan is stored with the run and published: send it as a header, in"
                        + " request.headers with {env: NAME} or {file: path}");
            });
            return type.parse(text);
        };
    }
}
