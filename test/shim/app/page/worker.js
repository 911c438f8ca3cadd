postMessage(`worker at ${self.location.pathname}`)
