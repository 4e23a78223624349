package io.tidemark.app.run;

import io.tidemark.events.RequestEvent;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.RequestWatch;
import io.tidemark.producer.run.RunListener;
import java.util.function.Consumer;

/**
 * Who looks on at a run from beside it.
 *
 * @param watch sees every request as it is sent and answered, on the lane's loop
 * @param listener told how the run goes, and asked whether a step may end
 * @param events sees every request's event as it is published
 */
public record RunHooks(RequestWatch watch, RunListener listener, Consumer<RequestEvent> events) {
    /** Nobody. */
    public static RunHooks none() {
        return watching(RequestWatch.none());
    }

    /** A watch alone. */
    public static RunHooks watching(RequestWatch watch) {
        return new RunHooks(watch, RunListener.silent(), event -> {});
    }

    /** What publishes for the run. */
    Publisher tap(Publisher publisher) {
        return new TappedPublisher(publisher, events);
    }

    /** Both are told; ours is asked. */
    RunListener beside(RunListener shown) {
        return new ToldTwice(shown, listener);
    }
}
