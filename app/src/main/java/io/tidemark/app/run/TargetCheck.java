package io.tidemark.app.run;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.PlanHeaders;
import io.tidemark.producer.client.http.TlsSetupException;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.scrape.TargetHttpClients;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a target what it is before anything else is started: nothing is published and no load is sent yet. */
public final class TargetCheck {
    private final SecretResolver secrets;

    /** @param environment where secrets may be */
    public TargetCheck(Map<String, String> environment) {
        this.secrets = new SecretResolver(environment);
    }

    /** Asks all of a run. @throws OperationException if one does not answer or does not serve the model */
    public RunTargets probe(RunRequest request) throws InterruptedException {
        List<TargetProbe.ProbeResult> probed = new ArrayList<>();
        for (TargetPlan target : request.targets()) {
            probed.add(probe(request.plan(), target));
        }
        return new RunTargets(probed);
    }

    /** The same for a plan that is not run, as its requests would ask. */
    public TargetProbe.ProbeResult probe(Plan plan, TargetPlan target) throws InterruptedException {
        if (target.url().getUserInfo() != null) {
            throw new InvalidInputException(
                    "the target must be a URL without a user and password, because it is stored with the"
                            + " run; use api_key and request.headers of the plan for secrets");
        }
        Credentials credentials = secrets.resolve(plan);
        Map<String, String> headers = PlanHeaders.of(plan.request(), credentials);
        try {
            return new TargetProbe(http(plan, credentials), headers).probe(target);
        } catch (TargetException e) {
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    /** A client for questions to the plan's target, not for load. @throws OperationException as {@link #probe} */
    public HttpClient http(Plan plan) {
        return http(plan, secrets.resolve(plan));
    }

    /** What is sent with every question to the plan's target; values may be secrets. @throws OperationException as {@link #probe} */
    public Map<String, String> headers(Plan plan) {
        return PlanHeaders.of(plan.request(), secrets.resolve(plan));
    }

    /** Reaches the target as the plan's load does. @throws OperationException if files for TLS are not as they should be */
    static HttpClient http(Plan plan, Credentials credentials) {
        try {
            return TargetHttpClients.of(plan, credentials);
        } catch (TlsSetupException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }
}
