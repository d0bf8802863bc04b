console.log("goodword");
