package io.tidemark.app.run;

import io.tidemark.app.process.ResourceScope;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.schemas.time.Clocks;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The servers that runs are sent to, and their time. Runs in real and in virtual time differ by this alone. */
public abstract class ServerEnvironment {
    private final Clocks clocks;
    private final boolean virtual;
    private final String lane;
    private final Credentials credentials;

    /**
     * One with what all its runs have in common.
     *
     * @param clocks time the runs
     * @param virtual whether their time is virtual: nothing on this machine delays a request then
     * @param lane name of this process in a run that it sends alone
     * @param credentials of the requests
     */
    protected ServerEnvironment(Clocks clocks, boolean virtual, String lane, Credentials credentials) {
        this.clocks = clocks;
        this.virtual = virtual;
        this.lane = lane;
        this.credentials = credentials;
    }

    /** Times the runs. */
    public Clocks clocks() {
        return clocks;
    }

    boolean isVirtual() {
        return virtual;
    }

    String lane() {
        return lane;
    }

    Credentials credentials() {
        return credentials;
    }

    /** What the servers reported of themselves before the runs, in the order of the plan's targets. */
    protected abstract RunTargets targets();

    /** Makes ids of runs that begin from now on. */
    public abstract Supplier<String> runIds();

    /**
     * Notes that a run sends load to the servers.
     *
     * @param parts closed when it no longer does
     * @return remarks that name other runs which send load to them
     */
    protected List<String> noteLoad(String runId, ResourceScope parts) {
        return List.of();
    }

    /** What is asked of the servers beside the load of a plan. */
    protected abstract TargetServices services(Plan plan) throws InterruptedException;

    /** Remarks on metrics pages that the plan leaves out or names wrongly. */
    protected List<String> pageRemarks(Plan plan) throws InterruptedException {
        return List.of();
    }

    /** Publishes for runs with this environment's time stamps. */
    protected Publisher stamped(Publisher publisher) {
        return publisher;
    }

    /** Begins to scrape the metrics pages, and publishes what they say. */
    protected abstract Scraping scrape(Publisher publisher);

    /** Samples of metrics pages, until closed. */
    protected interface Scraping extends AutoCloseable {
        /** Scrapes each page a last time, and waits until its samples are published. */
        void scrapeLast() throws InterruptedException;

        @Override
        void close();
    }

    /** Sends the load. */
    protected abstract RunEnvironment runtime();

    /**
     * Ends a run soon, from any thread, with the reason that its stored end gives.
     *
     * @param parts closed when the run has ended
     */
    protected abstract Consumer<String> stopper(LoadRun run, ResourceScope parts);

    /** What the servers report to be doing now; empty where they report nothing. */
    public abstract Optional<ScrapedActivity> activity() throws InterruptedException;

    /** Lets a second pass. */
    public abstract void passSecond() throws InterruptedException;
}
